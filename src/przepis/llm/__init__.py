"""One client for any OpenAI-compatible endpoint: observable, cheap, interruptible and safe."""

from przepis.llm.calls import Call, Completion
from przepis.llm.client import Client
from przepis.llm.open import is_configured, open_client, parse_llm_option

__all__ = ["Call", "Client", "Completion", "is_configured", "open_client", "parse_llm_option"]
