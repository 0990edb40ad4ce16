/** How far from a shown excerpt the mark of a secret may stand: longer than any private key. UTF-16 units. */
export const SECRET_MARGIN = 4_000;
