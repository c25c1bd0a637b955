"""Classes of characters, with codes above those of padding."""

(
    SPACE,
    UPPER,
    LOWER,
    DIGIT,
    IDEOGRAPH,
    HIRAGANA,
    KATAKANA,
    SYLLABLE,  # of a script without spaces between words, such as Thai
    LETTER,  # of any other script without cases
    MARK,
    PERIOD,
    FINAL,
    COMMA,
    COLON,
    APOSTROPHE,
    HYPHEN,
    OPENING,
    CLOSING,
    QUOTE,
    PUNCTUATION,
    CURRENCY,
    SYMBOL,
) = range(8, 30)
