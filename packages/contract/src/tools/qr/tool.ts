/** The QR Code Maker of the tools hub. */
import { productName } from '../../product-name.ts'
import { defineHubTool } from '../hub-tool.ts'

export const qrTool = defineHubTool({
  id: 'qr',
  label: 'QR Code Maker',
  summary: 'Turn a text or a link into a QR code.',
  title: `QR Code Maker: Text and Links to SVG and PNG | ${productName}`,
  description:
    'Make a QR code from a text or a link, with the size, colors and error correction you want. Download it as SVG or PNG. It never expires.',
  keywords: ['qr code maker', 'qr code generator', 'link to qr code', 'qr code svg', 'qr code png'],
  verbs: ['make', 'create', 'generate', 'encode'],
  conversions: [{ reads: [], writes: ['svg', 'png'] }],
  operation: 'create-qr-code',
  icon: 'qr-code',
  kind: 'image',
  help: {
    summary: 'Turn a text or a link into a QR code.',
    description:
      'How to make a QR code with Filesmith: size, margin, colors, error correction, formats and limits.',
    keywords: ['qr', 'barcode', 'scan', 'link', 'url', 'wifi', 'svg', 'print'],
  },
  loadArticle: async () => (await import('./article.ts')).qrArticle,
})
