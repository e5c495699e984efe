/** The Image Editor screen with three tabs: upload, edit, preview. */
import { maxBytesFor } from '@filesmith/contract/limits'
import { imageEditorMessages } from '@filesmith/contract/messages/image-editor'
import { editImage } from '@filesmith/contract/operations/edit-image'
import { plans } from '@filesmith/contract/plans'
import { ImageUp, ScanEye, SlidersHorizontal } from 'lucide-react'
import { useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ToolFrame } from '../../lib/tool-page.tsx'
import { usePlan } from '../../lib/use-plan.ts'
import { Icon } from '../../ui/icon.tsx'
import { InnerTabs } from '../../ui/inner-tabs.tsx'
import { describePrivacy } from './describe-privacy.ts'
import { emptyHistory, historyReducer } from './edit-history.ts'
import { EditTab } from './edit-tab.tsx'
import { ImageUploadTab } from './image-upload-tab.tsx'
import { PreviewTab } from './result/preview-tab.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { useOpenImage } from './use-open-image.ts'
import { useRendering } from './use-rendering.ts'

const tabIds = ['upload', 'edit', 'preview'] as const
type TabId = (typeof tabIds)[number]

interface ImageEditorProps {
  /** Whether the tool is visible and receives files dropped or pasted on the page. */
  readonly isActive: boolean
}

export function ImageEditor({ isActive }: ImageEditorProps) {
  const [tab, setTab] = useState<TabId>('upload')
  const [history, dispatch] = useReducer(historyReducer, emptyHistory)
  const plan = usePlan()
  const maxBytes = maxBytesFor(editImage.maxBytes, plan)
  const sectionRef = useRef<HTMLElement>(null)
  const fullScreen = useFullScreen(sectionRef)
  const uploadRef = useRef<HTMLDivElement>(null)
  const stageRef = useRef<HTMLElement>(null)
  const resultRef = useRef<HTMLDivElement>(null)
  /** Moves the focus along, because the pressed button is hidden afterwards. */
  const goTo = (next: TabId) => {
    flushSync(() => setTab(next))
    const target = { upload: uploadRef, edit: stageRef, preview: resultRef }[next]
    target.current?.focus({ preventScroll: true })
    if (next !== 'upload') sectionRef.current?.scrollIntoView?.({ block: 'start' })
  }
  const rendering = useRendering(() => goTo('preview'))
  const { openState, server, openFiles, clear } = useOpenImage(maxBytes, () => {
    rendering.clear()
    dispatch({ type: 'reset' })
    goTo('edit')
  })
  const image = openState.phase === 'open' ? openState.image : undefined
  const { result } = rendering

  return (
    <ToolFrame
      heading={imageEditorMessages.heading}
      headingClass="beside-editor"
      note={describePrivacy(openState, server.isUploaded, plans[plan].storageHours)}
      sectionRef={sectionRef}
      sectionClass="editor"
    >
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
              <ImageUploadTab
                panelRef={uploadRef}
                openState={openState}
                maxBytes={maxBytes}
                isVisible={isActive && tab === 'upload'}
                onFiles={openFiles}
                onEdit={() => goTo('edit')}
                onClear={() => {
                  clear()
                  rendering.clear()
                  dispatch({ type: 'reset' })
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
                isVisible={isActive && tab === 'edit'}
                progress={rendering.progress}
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
                server={server}
                onEdit={() => goTo('edit')}
              />
            ) : null,
          },
        ]}
      />
      <p className="beside-editor text-xs text-ink-muted">{imageEditorMessages.premium}</p>
    </ToolFrame>
  )
}
