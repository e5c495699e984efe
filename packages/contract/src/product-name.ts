/** Name of the product. */
export const productName = 'Filesmith'
