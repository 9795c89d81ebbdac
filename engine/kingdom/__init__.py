"""Kingdom Builder with Marshlands. The rule ids in comments are those of docs/rules.md."""
