"""The paper's figures for whatever was run, as SVG written by hand: one figure a file."""
