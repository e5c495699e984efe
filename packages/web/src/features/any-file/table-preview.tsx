/** The first rows of a converted table, loaded when they are opened. */
import { dataPreviewMessages } from '@filesmith/contract/messages/data-preview'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { lazy, Suspense, useState } from 'react'

const DataPreview = lazy(async () => ({
  default: (await import('../../lib/data-preview/data-preview.tsx')).DataPreview,
}))

const partName = 'preview.json'

export function TablePreview({ state }: { readonly state: ConversionState }) {
  const [isOpen, setIsOpen] = useState(false)
  const preview = state.parts.find(({ name }) => name === partName)
  if (preview === undefined) return null
  return (
    <details className="mt-1 min-w-0" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-8 items-center rounded font-semibold text-ink underline underline-offset-4">
        {dataPreviewMessages.heading}
      </summary>
      <Suspense>{isOpen ? <DataPreview url={preview.url} /> : null}</Suspense>
    </details>
  )
}
