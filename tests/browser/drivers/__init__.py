"""Three browser engines behind one small set of words; see `reader.Reader`."""
