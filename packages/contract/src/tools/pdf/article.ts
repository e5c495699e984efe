/** Help article: PDF Converter. */

import { formatNames, keptFact, sizeFacts } from '../../help/describe-limits.ts'
import { toolSections } from '../../help/tool-guide.ts'
import { type Instance, onlyPublic } from '../../instance.ts'
import { conversionMessages } from '../../messages/conversion.ts'
import { convertPdf } from '../../operations/convert-pdf.ts'
import { hubPdf } from './hub-pdf.ts'

const { outputNotes, outputLabels } = hubPdf

export const pdfArticle = (instance: Instance) =>
  toolSections({
    what: [
      'The PDF Converter turns a PDF into a Word document, plain text, a web page, Markdown, or images of its pages.',
      'Word documents are rebuilt from the structure of the pages: headings, lists, tables, columns, footnotes, links and images become editable elements, and the text reflows as you edit.',
      'Pages that consist only of an image, such as scans, are rotated upright and their text is recognized.',
    ],
    steps: [
      'Drop a PDF on the page, or select it.',
      'Choose the output format. A note explains what it is best for.',
      `Choose the image quality. The default is High. Markdown is below "${conversionMessages.moreFormats}": choose whether its images come beside it in a ZIP file, inline or not at all. For images you can choose the resolution, up to 600 dpi.`,
      `Press "${hubPdf.convertLabel}". If the PDF is protected, you are asked for its password.`,
      'The download starts automatically. If you convert several pages to images, you get one ZIP file.',
    ],
    formats: [
      {
        facts: [
          { label: 'Input', value: formatNames(convertPdf.inputs) },
          ...[...hubPdf.outputs, ...hubPdf.moreOutputs].map(format => ({
            label: `Output: ${format === 'jpg' ? outputLabels.jpg : formatNames([format])}`,
            value: outputNotes[format],
          })),
        ],
      },
    ],
    limits: [
      ...sizeFacts(instance, convertPdf.maxBytes),
      ...onlyPublic(instance, {
        label: 'Counts as',
        value: 'one conversion, regardless of the number of pages',
      }),
      keptFact(instance),
    ],
    tips: [
      'Choose DOCX for a document you want to edit, TXT for the text only, Markdown for notes, wikis and language models.',
      'To check recognized text word by word, use the Text Extractor.',
      'To convert a document to PDF, use the Documents tab of the Batch Converter. It also accepts a single file.',
      'The password of a protected PDF is used for this conversion only and is not stored.',
    ],
    troubles: [
      {
        problem: 'I am asked for a password.',
        answer:
          'The PDF is password-protected. Enter the password you use to open it. Filesmith cannot recover a lost password.',
      },
      {
        problem: 'The Word document looks slightly different.',
        answer:
          'A PDF has a fixed layout, while the text of a Word document reflows. If the exact layout matters more than the text, choose JPEG or PNG.',
      },
      {
        problem: 'An error says that the document has too many pages.',
        answer: 'The message says how many pages this server accepts. Split the PDF and convert the parts.',
      },
      {
        problem: 'Words in a scan are wrong.',
        answer: 'A sharper or larger scan helps most. The Text Extractor also lets you choose the language.',
      },
    ],
  })
