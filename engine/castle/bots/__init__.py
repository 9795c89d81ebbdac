"""The bots of Castle Builder. The door is ``levels``; they see observations and nothing else."""
