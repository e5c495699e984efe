/** The Image Editor screen with three tabs: upload, edit, preview. */

import { toMegabytes } from '@filesmith/contract/bytes'
import { formats } from '@filesmith/contract/formats'
import type { ImageEdit } from '@filesmith/contract/image-edit/settings'
import { maxBytesFor } from '@filesmith/contract/limits'
import { editImage } from '@filesmith/contract/operations/edit-image'
import { plans } from '@filesmith/contract/plans'
import { imageEditorMessages } from '@filesmith/contract/tools/image/messages'
import { extensionsOf } from '@filesmith/contract/tools/tool'
import { ImageUp, ScanEye, SlidersHorizontal, X } from 'lucide-react'
import { type RefObject, useEffect, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatBytes } from '../../lib/format-bytes.ts'
import { ToolFrame } from '../../lib/tool-page.tsx'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { usePlan } from '../../lib/use-plan.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyDropZone } from '../../ui/empty-drop-zone.tsx'
import { FileCard } from '../../ui/file-card.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { FilePickerButton } from '../../ui/file-picker-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { InnerTabs } from '../../ui/inner-tabs.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { useKeptFocus } from '../../ui/use-kept-focus.ts'
import { emptyHistory, historyReducer } from './edit-history.ts'
import { EditTab } from './edit-tab.tsx'
import { PreviewTab } from './result/preview-tab.tsx'
import { type OpenState, useOpenImage } from './use-open-image.ts'
import { useRendering } from './use-rendering.ts'
import { useSavedEdit } from './use-saved-edit.ts'

const accept = ['image/*', ...extensionsOf(editImage.inputs).map(extension => `.${extension}`)].join(',')

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
  const restored = useRef<{ readonly file: File; readonly edit: ImageEdit }>(undefined)
  const { openState, server, openFiles, clear } = useOpenImage(maxBytes, ({ file }) => {
    rendering.clear()
    if (restored.current?.file === file) {
      dispatch({ type: 'restore', edit: restored.current.edit })
      setTab('edit')
    } else {
      dispatch({ type: 'reset' })
      goTo('edit')
    }
    restored.current = undefined
  })
  const image = openState.phase === 'open' ? openState.image : undefined
  const { forget } = useSavedEdit({
    file: image?.file,
    edit: history.present,
    onFound(file, edit) {
      restored.current = { file, edit }
      openFiles([file])
    },
  })
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
                  forget()
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
      {plan === 'private' ? null : (
        <p className="beside-editor text-xs text-ink-muted">
          {imageEditorMessages.premium} {imageEditorMessages.comingToPro}
        </p>
      )}
    </ToolFrame>
  )
}

/** Says where the image is processed: only in this browser, or also on the server, and why. */
function describePrivacy(openState: OpenState, isUploaded: boolean, storageHours: number): string {
  if (openState.phase === 'opening' && openState.server) return imageEditorMessages.sending(storageHours)
  if (openState.phase !== 'open') return imageEditorMessages.private
  const { usesServer, format } = openState.image
  if (usesServer) return imageEditorMessages.openedByServer(formats[format].label, storageHours)
  return isUploaded ? imageEditorMessages.exportedByServer(storageHours) : imageEditorMessages.private
}

interface FullScreen {
  readonly isOn: boolean
  /** Absent if the browser does not support it, as on small phones. */
  readonly toggle: (() => void) | undefined
}

/** Full-screen mode of the editor, if the browser supports it. */
function useFullScreen(target: RefObject<HTMLElement | null>): FullScreen {
  const [isOn, setIsOn] = useState(false)
  useEffect(() => {
    const update = () =>
      setIsOn(document.fullscreenElement !== null && document.fullscreenElement === target.current)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [target])
  if (!document.fullscreenEnabled) return { isOn, toggle: undefined }
  // Whether the request succeeded is reported by the event.
  const ignore = () => undefined
  return {
    isOn,
    toggle: () =>
      void (isOn ? document.exitFullscreen() : target.current?.requestFullscreen())?.catch(ignore),
  }
}

interface ImageUploadTabProps {
  readonly panelRef: RefObject<HTMLDivElement | null>
  readonly openState: OpenState
  readonly maxBytes: number
  readonly isVisible: boolean
  readonly onFiles: (files: readonly File[]) => void
  readonly onEdit: () => void
  readonly onClear: () => void
}

/** The Upload tab: drop zone, opening progress, or the open image. */
function ImageUploadTab(props: ImageUploadTabProps) {
  const { panelRef, openState, maxBytes, isVisible, onFiles, onEdit, onClear } = props
  const areaRef = useRef<HTMLDivElement>(null)
  useKeptFocus(areaRef)
  const drag = useFileDrop({
    areaRef,
    scope: isVisible ? 'page' : 'none',
    onFiles: files => onFiles(files),
  })
  return (
    <div ref={panelRef} tabIndex={-1} className="outline-none">
      <div ref={areaRef} data-drag={drag} className="group/zone flex min-w-0 flex-col *:first:grow">
        {openState.phase === 'none' ? (
          <EmptyDropZone
            icon={<FileIcon kind="image" />}
            prompt={imageEditorMessages.dropPrompt}
            hint={imageEditorMessages.accepts(toMegabytes(maxBytes))}
            drag={drag}
            accept={accept}
            isMultiple={false}
            isDisabled={false}
            onPick={onFiles}
          />
        ) : (
          <SelectedImage openState={openState} onFiles={onFiles} onEdit={onEdit} onClear={onClear} />
        )}
        <p role="alert" className="order-first font-semibold text-danger not-empty:mb-3">
          {openState.phase === 'none' ? openState.complaint : null}
        </p>
      </div>
    </div>
  )
}

interface SelectedImageProps extends Pick<ImageUploadTabProps, 'onFiles' | 'onEdit' | 'onClear'> {
  readonly openState: Exclude<OpenState, { phase: 'none' }>
}

function SelectedImage({ openState, onFiles, onEdit, onClear }: SelectedImageProps) {
  const isOpen = openState.phase === 'open'
  const file = isOpen ? openState.image.file : openState.file
  const url = useObjectUrl(isOpen ? openState.image.readable : undefined, 0)
  return (
    <FileCard
      image={
        url ? (
          <img
            src={url}
            alt=""
            className="checkerboard absolute inset-4 m-auto max-h-[calc(100%-2rem)] max-w-[calc(100%-2rem)] object-contain"
          />
        ) : (
          <FileIcon kind="image" />
        )
      }
      title={file.name}
      detail={
        isOpen
          ? `${formats[openState.image.format].label} · ${imageEditorMessages.size(openState.image.width, openState.image.height)} · ${formatBytes(file.size)}`
          : formatBytes(file.size)
      }
      status={
        isOpen ? (
          <p className="text-xs text-ink-muted">{imageEditorMessages.keptHere}</p>
        ) : (
          <OpeningStatus server={openState.server} />
        )
      }
      action={
        isOpen ? (
          <>
            <Button variant="accent" onClick={onEdit}>
              <Icon of={SlidersHorizontal} /> {imageEditorMessages.edit}
            </Button>
            <FilePickerButton accept={accept} onPick={onFiles}>
              {imageEditorMessages.chooseAnother}
            </FilePickerButton>
            <Button onClick={onClear}>
              <Icon of={X} /> {imageEditorMessages.startOver}
            </Button>
          </>
        ) : (
          <Button onClick={onClear}>
            <Icon of={X} /> {imageEditorMessages.cancel}
          </Button>
        )
      }
    />
  )
}

interface OpeningStatusProps {
  readonly server: Extract<OpenState, { phase: 'opening' }>['server']
}

/** Progress of opening an image, and why the server is needed. */
function OpeningStatus({ server }: OpeningStatusProps) {
  if (!server)
    return (
      <p role="status" className="font-semibold">
        {imageEditorMessages.opening}
      </p>
    )
  return (
    <div className="flex flex-col gap-2">
      <p>{imageEditorMessages.openingByServer(formats[server.format].label)}</p>
      <ProgressBar percent={server.progress?.percent ?? 0} label={imageEditorMessages.openingProgress} />
      <p role="status" className="font-semibold">
        {server.progress?.text}
      </p>
    </div>
  )
}
