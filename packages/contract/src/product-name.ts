/** What the product is called. */
export const productName = 'Filesmith'
