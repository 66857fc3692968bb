"""What must hold. Each test's docstring states the law that it proves."""
