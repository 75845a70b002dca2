"""Dates in German: in full with the year, short within the year."""

DATE_FORMAT = "j. F Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j. F Y, H:i"
YEAR_MONTH_FORMAT = "F Y"
MONTH_DAY_FORMAT = "j. N"
SHORT_DATE_FORMAT = "j. N Y"
SHORT_DATETIME_FORMAT = "j. N, H:i"
