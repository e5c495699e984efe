/** Help: the PDF Converter. */
import { convertPdf } from '../../operations/convert-pdf.ts'
import { hubPdf } from '../../tools/hub-pdf.ts'
import { formatNames, keptFact, sizeFacts } from '../describe-limits.ts'
import { toolSections } from '../tool-guide.ts'

const { outputNotes, outputLabels } = hubPdf

export const pdfArticle = toolSections({
  what: [
    'It turns a PDF into something you can work with: a Word document, plain text, a web page, or pictures of its pages.',
    'A Word document is built from what the pages mean, not only from how they look: headings, lists, tables, columns, footnotes, links and pictures become real ones, and the text flows when you edit it.',
    'Pages that are only pictures, such as scans, are turned upright and their text is read.',
  ],
  steps: [
    'Drop a PDF on the page, or choose it.',
    'Choose the output format. A line below says what it is good for.',
    'Choose the quality of the pictures. High is the usual choice.',
    `Press "${hubPdf.convertLabel}". If the PDF is protected, you are asked for its password.`,
    'The download starts by itself. Several pages as pictures come in one ZIP archive.',
  ],
  formats: [
    {
      facts: [
        { label: 'In', value: formatNames(convertPdf.inputs) },
        ...hubPdf.outputs.map(format => ({
          label: `Out: ${format === 'jpg' ? outputLabels.jpg : formatNames([format])}`,
          value: outputNotes[format],
        })),
      ],
    },
  ],
  limits: [
    ...sizeFacts(convertPdf.maxBytes),
    { label: 'Counts as', value: 'one conversion, however many pages' },
    keptFact,
  ],
  tips: [
    'For a text to edit choose DOCX; for the words alone choose TXT.',
    'To get a scan as text with its doubtful words marked, use the Text Extractor.',
    'To make a PDF out of a document, use the Documents tab of the Batch Converter. It takes a single file too.',
    'The password of a protected PDF opens it for this one conversion. It is not kept.',
  ],
  troubles: [
    {
      problem: 'It asks for a password.',
      answer:
        'The PDF is protected. Enter the password with which you open it elsewhere; a lost password cannot be found out here.',
    },
    {
      problem: 'The Word document looks a little different.',
      answer:
        'A PDF places every letter by itself; a Word document flows. If the look matters more than the text, choose JPEG or PNG.',
    },
    {
      problem: 'It says that the document has too many pages.',
      answer: 'The message says how many pages this server takes. Split the PDF and convert the parts.',
    },
    {
      problem: 'A scan has wrong words in it.',
      answer: 'A sharper or larger scan helps most. In the Text Extractor you can also choose the language.',
    },
  ],
})
