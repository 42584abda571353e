"""Where the law comes from: each module turns one kind of publication into ``ParsedAct`` records."""
