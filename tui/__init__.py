"""The screens, the widgets and the command line. They ask the engine and decide no rule."""
