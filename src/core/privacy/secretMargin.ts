/** What tells a secret may stand so far from what is shown of a text, so that much more is looked through: a private key is shorter. UTF-16 units. */
export const SECRET_MARGIN = 4_000;
