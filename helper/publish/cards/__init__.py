"""Printed cards: what stands on them (`contents`), where they lie on a sheet (`sheets`), and the printing itself (`printing`)."""
