"""Kingdom Builder with Marshlands. The rule ids in comments refer to docs/rules.md."""
