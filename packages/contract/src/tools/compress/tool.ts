/** The File Compressor of the tools hub. */
import { archiveFormats } from '../../archive-formats.ts'
import { productName } from '../../product-name.ts'
import { defineHubTool } from '../hub-tool.ts'

export const compressTool = defineHubTool({
  id: 'compress',
  label: 'File Compressor',
  summary: 'Compress files and folders to ZIP, 7Z, TAR or RAR.',
  title: `File Compressor: ZIP, 7Z, TAR and RAR | ${productName}`,
  description:
    'Compress files and folders to ZIP, 7Z, TAR or RAR, choose the compression level, and protect the archive with a password.',
  keywords: ['file compressor', 'create zip', 'create rar', 'create 7z', 'zip with password'],
  verbs: [
    'pack',
    'zip',
    'archive',
    'shrink',
    'reduce',
    'merge',
    'combine',
    'join',
    'bundle',
    'encrypt',
    'protect',
  ],
  conversions: [{ reads: [], writes: archiveFormats }],
  operation: 'compress-files',
  icon: 'archive',
  kind: 'archive',
  help: {
    summary: 'Pack files and folders into one ZIP, 7Z, TAR or RAR archive.',
    description:
      'How to pack files and folders into a ZIP, 7Z, TAR or RAR archive with Filesmith: levels, passwords, sizes and limits.',
    keywords: ['zip', 'archive', 'shrink', 'smaller', 'encrypt', 'password', 'tar.gz'],
  },
  loadArticle: async () => (await import('./article.ts')).compressArticle,
})
