/** The PDF tab of the tools hub. */
import { failedWithStatus } from '../../messages/failed-with-status.ts'
import { convertPdf } from '../../operations/convert-pdf.ts'
import { defineTool, extensionsOf } from '../tool.ts'

export const hubPdf = defineTool({
  id: 'hub-pdf',
  operation: 'convert-pdf',
  call: convertPdf,
  inputKind: 'document',
  label: 'PDF',
  heading: 'Convert PDF Documents',
  accept: '.pdf',
  extensions: extensionsOf(convertPdf.inputs),
  dropPrompt: 'Drop a PDF here',
  namedInputs: ['pdf'],
  outputs: ['docx', 'txt', 'html', 'jpg', 'png'],
  moreOutputs: ['md'],
  outputLabels: { jpg: 'JPEG' },
  outputNotes: {
    docx: 'Editable in Word, with headings, lists and tables.',
    txt: 'Plain text in reading order.',
    html: 'A single web page for any browser.',
    jpg: 'Small page images. Several pages come as one ZIP file.',
    png: 'Sharp page images. Several pages come as one ZIP file.',
    md: 'Text with headings, lists and tables for notes, wikis and language models.',
  },
  defaultOutput: 'docx',
  qualityLabel: 'Quality',
  qualities: [
    { value: 'high', label: 'High' },
    { value: 'medium', label: 'Medium' },
    { value: 'low', label: 'Low' },
  ],
  defaultQuality: 'high',
  markdownImages: {
    label: 'Images in Markdown',
    choices: [
      { value: 'beside', label: 'ZIP file' },
      { value: 'inline', label: 'Inline' },
      { value: 'none', label: 'None' },
    ],
    notes: {
      beside: 'Images come beside the text in a ZIP file, if there are any.',
      inline: 'Images are part of the text, as data URLs. Not every program shows them.',
      none: 'Images and drawings are left out.',
    },
  },
  resolutions: {
    label: 'Resolution',
    note: 'In pixels per inch: 150 for screens, 300 for print, 600 for fine details. Images become larger.',
    outputs: ['jpg', 'png'],
    choices: [
      { value: '', label: 'By quality' },
      { value: '150', label: '150 dpi' },
      { value: '300', label: '300 dpi' },
      { value: '600', label: '600 dpi' },
    ],
  },
  convertLabel: 'Convert PDF',
  waitSeconds: 0,
  downloadDelayMs: 0,
  messages: {
    noFile: 'Please select a PDF file first',
    succeeded: 'Your PDF has been converted successfully.',
    failed: 'There was an error converting your PDF.',
    failedWith: failedWithStatus,
    working: 'Converting your PDF',
    complete: 'Conversion complete!',
    ready: 'Your document is ready',
    captions: [
      { fromPercent: 0, text: 'Reading your PDF...' },
      { fromPercent: 20, text: 'Converting pages...' },
      { fromPercent: 90, text: 'Writing the result...' },
    ],
  },
})
