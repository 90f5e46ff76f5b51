/** The built-in category of a product that has none; the first migration of the storefront puts it into the database. */
export const uncategorisedId = '019a0000-0000-7000-8000-000000000001'
