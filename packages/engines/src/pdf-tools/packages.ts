/** npm packages that the PDF program imports. */
import { imagePackages } from '../image-helpers.ts'

export const pdfProgramPackages: readonly string[] = [
  ...imagePackages,
  '@cantoo/fontkit',
  '@cantoo/pdf-lib',
  '@hyzyla/pdfium',
  'diff',
  'pdfjs-dist',
]
