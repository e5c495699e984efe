/** Before and after: format, dimensions, file size. */
import { formats } from '@filesmith/contract/formats'
import type { Size } from '@filesmith/contract/image-edit/geometry'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { describeSaving } from '../../../lib/describe-saving.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import type { EditorImage } from '../image/editor-image.ts'

interface ResultComparisonProps {
  readonly image: EditorImage
  readonly output: Size
  readonly label: string
  readonly sizeBytes: number | undefined
  readonly isPending: boolean
}

export function ResultComparison({ image, output, label, sizeBytes, isPending }: ResultComparisonProps) {
  const pending = isPending ? imageEditorMessages.measuring : imageEditorMessages.sizeUnknown
  return (
    <div>
      <dl className="grid grid-cols-2 gap-3">
        <Side
          name={imageEditorMessages.before}
          lines={[
            formats[image.format].label,
            imageEditorMessages.size(image.width, image.height),
            formatBytes(image.file.size),
          ]}
        />
        <Side
          name={imageEditorMessages.after}
          lines={[
            label,
            imageEditorMessages.size(output.width, output.height),
            sizeBytes === undefined ? '…' : formatBytes(sizeBytes),
          ]}
        />
      </dl>
      <p aria-live="polite" className="mt-2 text-xs text-ink-muted">
        {sizeBytes === undefined ? pending : describeSaving(image.file.size, sizeBytes)}
      </p>
    </div>
  )
}

function Side({ name, lines }: { readonly name: string; readonly lines: readonly string[] }) {
  const [format, pixels, bytes] = lines
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-muted">{name}</dt>
      <dd>
        <span className="block font-semibold">{format}</span>
        <span className="figures block text-xs">{pixels}</span>
        <span className="figures block text-xs">{bytes}</span>
      </dd>
    </div>
  )
}
