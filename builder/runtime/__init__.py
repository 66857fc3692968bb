"""Python for the page: Pyodide, the engine as bytecode, and a snapshot of its memory.

In come the engine and what npm and pip have installed; out goes one folder of files with a digest
in its name. Nothing here knows pages or content.
"""
