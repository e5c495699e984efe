/** Drop zone of a converter, which shows the upload card once a file is selected. */
import { toMegabytes } from '@filesmith/contract/bytes'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import type { ConverterTool } from '@filesmith/contract/tools/tool'
import { formatLabel } from '../../lib/format-label.ts'
import { toasts } from '../../lib/toast-store.ts'
import { DropZone } from '../../ui/drop-zone.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { UploadCard } from './upload-card.tsx'
import type { useConverter } from './use-converter.ts'

interface ConverterDropZoneProps {
  readonly tool: ConverterTool
  readonly converter: ReturnType<typeof useConverter>
  readonly maxBytes: number
  readonly isDisabled: boolean
  readonly isListening: boolean
  readonly isAreaOnly: boolean
}

export function ConverterDropZone({ tool, converter, maxBytes, ...zone }: ConverterDropZoneProps) {
  const { upload, inspection } = converter
  return (
    <DropZone
      icon={<FileIcon kind={tool.inputKind} />}
      prompt={tool.dropPrompt ?? uploadMessages.dropPrompt(tool.inputKind)}
      hint={uploadMessages.accepts(tool.namedInputs.map(formatLabel), toMegabytes(maxBytes))}
      accept={tool.accept}
      extensions={tool.extensions}
      maxBytes={maxBytes}
      refusals={
        tool.refusals && {
          'wrong-type': tool.refusals.wrongType,
          'too-large': tool.refusals.tooLarge(toMegabytes(maxBytes)),
        }
      }
      onRefused={title => toasts.show({ title, variant: 'destructive' })}
      {...zone}
      onFiles={converter.selectFile}
      content={
        upload && (
          <UploadCard
            tool={tool}
            upload={upload}
            inspection={inspection}
            isConverted={converter.phase === 'finished'}
            onRetry={() => converter.job.list.retry(upload.key)}
            onClear={converter.clear}
          />
        )
      }
    />
  )
}
