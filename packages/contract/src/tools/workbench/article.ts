/** Help article: PDF Workbench. */

import { formats } from '../../formats.ts'
import { formatNames, keptFact, sizeFacts } from '../../help/describe-limits.ts'
import { toolSections } from '../../help/tool-guide.ts'
import { type Instance, onlyPublic } from '../../instance.ts'
import { organizePdf } from '../../operations/pdf/organize-pdf.ts'
import { maxPdfFiles } from '../../operations/pdf/source-fields.ts'
import { pdfSourceFormats } from '../../pdf/pdf-sources.ts'
import { workbenchMessages as words } from './messages.ts'

const { actions, fields, tools, select } = words
const documents = pdfSourceFormats.filter(format => formats[format].kind !== 'image')

export const workbenchArticle = (instance: Instance) =>
  toolSections({
    what: [
      'The PDF Workbench shows every page of your PDFs, images and documents in one place. Drag pages into order, rotate, duplicate or delete them, and save one PDF or several, compressed, protected, numbered or redacted if you like.',
      'Pages are drawn in your browser as soon as you add a file, while it is uploaded in the background. Your pages stay as you left them when you reload the page.',
    ],
    steps: [
      'Drop PDFs, images, documents, spreadsheets or presentations. Each file becomes a document of pages; images that you add together become one document.',
      `Select pages: click one, hold Ctrl or Cmd to add more, hold Shift for a range, or enter a list such as "${select.placeholder}" under "${select.label}".`,
      'Drag the selected pages to another place, also into another document. On a touch screen, hold a page until it lifts.',
      `Use the buttons above the pages to rotate, duplicate and delete, to insert an empty page, or to start a new document with "${tools.split}". Everything can be undone.`,
      `Choose what to make: "${actions.one.label}", "${actions.each.label}", "${actions.extract.label}", one of the ways to split, or a change such as "${actions.compress.label}", "${actions.fill.label}" or "${actions.redact.label}".`,
      `With "${actions.redact.label}", "${actions.sign.label}" and "${actions.crop.label}" one page is shown large: draw boxes over what is to be removed, click where your signature goes, or drag the edges of the crop.`,
      `Press the main button. The download starts automatically; "${actions.compare.label}" shows the differences on the page.`,
    ],
    formats: [
      {
        facts: [
          { label: 'Input', value: `PDF, images, ${formatNames(documents)}` },
          { label: 'Output', value: 'PDF; several come as one ZIP file' },
        ],
      },
      'Images become pages at most as large as A4. JPEG images are kept as they are. Documents, spreadsheets, presentations, books and mails are converted to PDF first.',
    ],
    limits: [
      ...sizeFacts(instance, organizePdf.maxBytes, 'Size per file'),
      { label: 'Files at once', value: `up to ${maxPdfFiles}` },
      ...onlyPublic(instance, {
        label: 'Counts as',
        value:
          'one conversion, regardless of the number of files and pages; a repair before a file is opened counts as one more',
      }),
      keptFact(instance),
    ],
    tips: [
      'Keyboard: arrow keys move between pages, Space selects, Shift with the arrow keys extends the selection, Alt with the arrow keys moves the selected pages.',
      'Delete removes pages, R and Shift+R rotate them, Ctrl+D duplicates, Ctrl+Z and Ctrl+Shift+Z undo and redo, Enter opens a large preview.',
      `On the large page: arrow keys move a box, Shift with the arrow keys resizes it, Delete removes it, Page Up and Page Down go to another page. "${words.placing.addMark}" and "${words.placing.addStamp}" work without a mouse.`,
      `${words.signature.kept} It is a picture, not a digital signature.`,
      'Lists of pages understand ranges (3-7), open ranges (8-), odd, even and last.',
      'Page numbers below the thumbnails are those of the result.',
      `With several documents open, "${fields.eachResults.document}" changes each of them by itself, and gives you all of them in one ZIP file. "${fields.eachResults.all}" joins them first.`,
      `"${actions.compare.label}" finds changed words, pages that were added, removed or moved, and areas that look different in two documents. N and P go from one to the next.`,
    ],
    troubles: [
      {
        problem: `"${actions.archive.label}" is refused.`,
        answer:
          'The message says why, most often a font that is not in the file and has no free replacement. Embed the fonts in the program that made the PDF, or choose the best possible file, which is not labeled as PDF/A.',
      },
      {
        problem: 'A file asks for a password.',
        answer:
          'Enter the password that you use to open it. It is used in your browser and for this result only and is not stored, so you are asked again after a reload.',
      },
      {
        problem: 'A file is shown as damaged.',
        answer: `Press "${words.state.repair}": everything that can be read is written to a new file. If that fails, open it in the program that made it, and save it again.`,
      },
      {
        problem: 'Pages are shown without thumbnails after a reload.',
        answer:
          'Your browser no longer has the file, for example in a private window. The uploaded copy is still used for the result.',
      },
    ],
  })
