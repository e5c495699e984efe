/** The Image Editor: a picture on the first tab, its settings on the second, what came of them on the third. */
import { maxBytesFor } from '@filesmith/contract/limits'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { editImage } from '@filesmith/contract/operations/edit-image'
import { plans } from '@filesmith/contract/plans'
import { ImageUp, ScanEye, SlidersHorizontal } from 'lucide-react'
import { useId, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePlan } from '../../lib/use-plan.ts'
import { Icon } from '../../ui/icon.tsx'
import { InnerTabs } from '../../ui/inner-tabs.tsx'
import { ToolHeading } from '../../ui/tool-heading.tsx'
import { describePrivacy } from './describe-privacy.ts'
import { nextHistory, noHistory } from './edit-history.ts'
import { EditTab } from './edit-tab.tsx'
import { PreviewTab } from './result/preview-tab.tsx'
import { UploadTab } from './upload-tab.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { useImage } from './use-image.ts'
import { useRendering } from './use-rendering.ts'

const tabIds = ['upload', 'edit', 'preview'] as const
type TabId = (typeof tabIds)[number]

interface ImageEditorProps {
  /** Whether it is in sight and takes what is dropped or pasted on the page. */
  readonly isActive: boolean
}

export function ImageEditor({ isActive }: ImageEditorProps) {
  const [tab, setTab] = useState<TabId>('upload')
  const [history, dispatch] = useReducer(nextHistory, noHistory)
  const plan = usePlan()
  const maxBytes = maxBytesFor(editImage.maxBytes, plan)
  const headingId = useId()
  const sectionRef = useRef<HTMLElement>(null)
  const fullScreen = useFullScreen(sectionRef)
  const uploadRef = useRef<HTMLDivElement>(null)
  const stageRef = useRef<HTMLElement>(null)
  const resultRef = useRef<HTMLDivElement>(null)
  /** What was pressed is out of sight then; the focus goes along. */
  const goTo = (next: TabId) => {
    flushSync(() => setTab(next))
    const target = { upload: uploadRef, edit: stageRef, preview: resultRef }[next]
    target.current?.focus({ preventScroll: true })
    if (next !== 'upload') sectionRef.current?.scrollIntoView?.({ block: 'start' })
  }
  const rendering = useRendering(() => goTo('preview'))
  const { opening, uploadId, setUploadId, take, clear } = useImage(maxBytes, () => {
    rendering.clear()
    dispatch({ type: 'forget' })
    goTo('edit')
  })
  const image = opening.phase === 'open' ? opening.image : undefined
  const { result } = rendering

  return (
    <section ref={sectionRef} aria-labelledby={headingId} className="editor flex flex-col gap-4">
      <div className="beside-editor">
        <ToolHeading id={headingId} text={imageEditorMessages.heading}>
          {describePrivacy(opening, uploadId, plans[plan].storageHours)}
        </ToolHeading>
      </div>
      <InnerTabs
        label={imageEditorMessages.tabs}
        value={tab}
        onChange={id => setTab(tabIds.find(known => known === id) ?? 'upload')}
        tabs={[
          {
            id: 'upload',
            label: imageEditorMessages.uploadTab,
            icon: <Icon of={ImageUp} className="text-ink-muted" />,
            content: (
              <UploadTab
                panelRef={uploadRef}
                opening={opening}
                maxBytes={maxBytes}
                isInSight={isActive && tab === 'upload'}
                onFiles={take}
                onEdit={() => goTo('edit')}
                onClear={() => {
                  clear()
                  rendering.clear()
                  dispatch({ type: 'forget' })
                }}
              />
            ),
          },
          {
            id: 'edit',
            label: imageEditorMessages.editTab,
            icon: <Icon of={SlidersHorizontal} className="text-ink-muted" />,
            isDisabled: !image,
            content: image ? (
              <EditTab
                key={image.file.name + image.file.lastModified}
                image={image}
                history={history}
                dispatch={dispatch}
                stageRef={stageRef}
                isInSight={isActive && tab === 'edit'}
                work={rendering.work}
                isFullScreen={fullScreen.isOn}
                onFullScreen={fullScreen.toggle}
                onApply={() => void rendering.apply(image, history.present)}
                onCancel={rendering.cancel}
              />
            ) : null,
          },
          {
            id: 'preview',
            label: imageEditorMessages.previewTab,
            icon: <Icon of={ScanEye} className="text-ink-muted" />,
            isDisabled: !result,
            content: result ? (
              <PreviewTab
                key={result.image.file.name + result.image.file.lastModified}
                panelRef={resultRef}
                result={result}
                present={history.present}
                uploadId={uploadId}
                onUploaded={setUploadId}
                onEdit={() => goTo('edit')}
              />
            ) : null,
          },
        ]}
      />
      <p className="beside-editor text-xs text-ink-muted">{imageEditorMessages.premium}</p>
    </section>
  )
}
