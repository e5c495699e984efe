/** npm packages that the PDF program imports. */
export const pdfProgramPackages: readonly string[] = [
  '@cantoo/pdf-lib',
  '@hyzyla/pdfium',
  'pdfjs-dist',
  'sharp',
]
