"""Documents made here, the plan of a parcel and the extract of its restrictions, and where they lie for a while."""
