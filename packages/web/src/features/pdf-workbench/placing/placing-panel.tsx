/** What is placed on the pages, in the panel of its action: the signature, and how many places there are. */
import { workbenchMessages } from '@filesmith/contract/tools/workbench/messages'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { allPages } from '../model/page-workspace.ts'
import { SignatureDialog } from '../signature/signature-dialog.tsx'
import { SignatureImage } from '../signature/signature-image.tsx'
import type { Workbench } from '../use-workbench.ts'
import { pageViewId } from './page-view.tsx'
import { listPlaces, type PlaceKind } from './place.ts'

const { placing: texts, signature: signatureTexts } = workbenchMessages

interface PlacingPanelProps {
  readonly workbench: Workbench
  readonly kind: PlaceKind
}

export function PlacingPanel({ workbench, kind }: PlacingPanelProps) {
  const { placing, workspace } = workbench
  const listed = listPlaces(placing.places, kind, allPages(workspace))
  const positions = [...new Set(listed.map(({ position }) => position))]
  return (
    <div className="flex flex-col gap-3">
      {kind === 'stamp' ? <CurrentSignature workbench={workbench} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-2 rounded bg-surface-sunken p-2 pl-3">
        <p aria-live="polite" className="min-w-0 grow text-sm font-semibold">
          {texts.count[kind](listed.length, positions)}
        </p>
        {listed.length > 0 ? (
          <Button onClick={() => placing.removeAll(kind)}>{texts.removeAll}</Button>
        ) : null}
        {/* Where the panel is below the pages. */}
        <Button className="@min-[56rem]:hidden" onClick={goToPage}>
          {texts.goToPage}
        </Button>
      </div>
    </div>
  )
}

function goToPage(): void {
  document.getElementById(pageViewId)?.scrollIntoView({ block: 'start' })
}

function CurrentSignature({ workbench: { placing } }: Pick<PlacingPanelProps, 'workbench'>) {
  const { signature, setSignature } = placing
  const [isOpen, setIsOpen] = useState(false)
  const buttonRef = useRef<HTMLButtonElement>(null)
  return (
    <>
      {signature ? (
        <div className="grid h-24 place-items-center rounded border border-line bg-sheet p-2">
          <SignatureImage
            signature={signature}
            label={signatureTexts.current}
            className="max-h-20 max-w-full"
          />
        </div>
      ) : null}
      <div className="flex flex-wrap gap-2 *:grow">
        <Button
          ref={buttonRef}
          variant={signature ? 'outline' : 'solid'}
          className="px-3!"
          onClick={() => setIsOpen(true)}
        >
          {signature ? signatureTexts.change : signatureTexts.create}
        </Button>
        {signature ? (
          <Button className="px-3!" onClick={() => setSignature(undefined)}>
            {signatureTexts.forget}
          </Button>
        ) : null}
      </div>
      <p className="text-xs text-ink-muted">{signatureTexts.kept}</p>
      <SignatureDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onClosed={() => buttonRef.current?.focus()}
        onCreate={setSignature}
      />
    </>
  )
}
