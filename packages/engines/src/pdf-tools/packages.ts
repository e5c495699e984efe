/** npm packages that the PDF program imports. */
export const pdfProgramPackages: readonly string[] = ['@cantoo/fontkit', '@cantoo/pdf-lib', 'sharp']
