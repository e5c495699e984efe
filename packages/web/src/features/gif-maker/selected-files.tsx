/** The selected files: a video with its filmstrip, or a sortable list of images with their delays. */

import { fileListMessages } from '@filesmith/contract/messages/file-list'
import { uploadMessages } from '@filesmith/contract/messages/upload'
import { gifBounds } from '@filesmith/contract/operations/create-gif'
import type { ConversionState } from '@filesmith/contract/schemas/conversion'
import { gifMessages } from '@filesmith/contract/tools/gif/messages'
import { CircleAlert, Flag, RotateCcw } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { extensionLabel } from '../../lib/extension-label.ts'
import { FileListCard } from '../../lib/file-list/file-list-card.tsx'
import {
  identityOf,
  type ListedFile,
  localFileOf,
  nameOf,
  totalBytesOf,
} from '../../lib/file-list/listed-file.ts'
import { UploadList } from '../../lib/file-list/upload-list.tsx'
import { UploadSummary } from '../../lib/file-list/upload-summary.tsx'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatClock } from '../../lib/format-clock.ts'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { Button } from '../../ui/button.tsx'
import { FileIcon } from '../../ui/file-icon.tsx'
import { FileRow } from '../../ui/file-row.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { LoadedImage } from '../../ui/loaded-image.tsx'
import { Panel } from '../../ui/panel.tsx'
import { acceptedFiles } from './accepted-files.ts'
import { defaultDelayMs } from './images/image-delays.ts'
import type { useGifMaker } from './use-gif-maker.ts'
import type { GifSource } from './use-gif-source.ts'
import { Filmstrip } from './video/filmstrip.tsx'
import type { VideoPart } from './video/video-part.ts'
import type { VideoReader } from './video/video-reader.ts'

const maxShown = 30

const { images: texts } = gifMessages

const { min, max } = gifBounds.delay

interface SelectedFilesProps {
  readonly maker: ReturnType<typeof useGifMaker>
  readonly videoUrl: string | undefined
  readonly reader: VideoReader | undefined
}

export function SelectedFiles({ maker, videoUrl, reader }: SelectedFilesProps) {
  const { source, settings, delays } = maker
  const { list, view } = maker.job
  const isIdle = view.phase === 'idle'
  const { kind, first, lengthSeconds } = source
  const setPart = (part: Partial<VideoPart>) => maker.setSettings({ ...settings, ...part })

  if (kind === 'video' && first)
    return (
      <GifVideoCard
        source={source}
        video={first}
        url={videoUrl}
        isIdle={isIdle}
        onStartHere={startTime => setPart({ startTime })}
        onRetry={() => list.retry(first.key)}
        onChooseAnother={maker.startOver}
      >
        {lengthSeconds === undefined || view.phase === 'finished' ? null : (
          <Filmstrip
            part={settings}
            length={lengthSeconds}
            size={source.size}
            reader={reader}
            isDisabled={!isIdle}
            onChange={setPart}
          />
        )}
      </GifVideoCard>
    )

  if (view.phase !== 'idle') return <ReadOnlyImageList files={list.files} state={view.state} />

  const rowParts = (listed: ListedFile) => ({
    image: <ImageThumb listed={listed} />,
    extra: (
      <DelayField
        name={nameOf(listed)}
        delayMs={delays[identityOf(listed)]}
        defaultMs={defaultDelayMs(settings.fps)}
        onChange={delayMs => maker.setDelay(listed, delayMs)}
      />
    ),
  })
  return (
    <UploadList
      list={list}
      accept={acceptedFiles}
      onPicked={maker.addPicked}
      lead={first ? <FirstImage source={source} image={first} /> : null}
      rowParts={rowParts}
    />
  )
}

interface FirstImageProps {
  readonly source: GifSource
  readonly image: ListedFile
}

/** Large preview of the first image. */
function FirstImage({ source, image }: FirstImageProps) {
  const url = useObjectUrl(localFileOf(image), 0)
  const { key } = image
  const name = nameOf(image)
  return (
    <div className="grid h-56 place-items-center overflow-hidden border-b border-line bg-paper p-3">
      {url !== undefined && source.canPlay !== false ? (
        <img
          key={url}
          src={url}
          alt={gifMessages.images.first(name)}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            source.setProbe({
              key,
              canPlay: true,
              size: width > 0 && height > 0 ? { width, height } : undefined,
            })
          }
          onError={() => source.setProbe({ key, canPlay: false })}
          className="checkerboard max-h-50 max-w-full rounded object-contain"
        />
      ) : (
        <FileIcon kind="image" label={extensionLabel(name)} />
      )}
    </div>
  )
}

interface DelayFieldProps {
  readonly name: string
  /** Undefined if the image follows the frame rate. */
  readonly delayMs: number | undefined
  readonly defaultMs: number
  readonly onChange: (delayMs: number | undefined) => void
}

/** Input for the display time of one image; when empty, it follows the frame rate. */
function DelayField({ name, delayMs, defaultMs, onChange }: DelayFieldProps) {
  /** Text being typed; applied on blur or Enter. */
  const [typed, setTyped] = useState<string>()
  const commit = (text: string) => {
    setTyped(undefined)
    const parsed = Number.parseInt(text, 10)
    onChange(Number.isNaN(parsed) ? undefined : Math.max(min, Math.min(parsed, max)))
  }
  return (
    <span className="flex items-baseline gap-1">
      <input
        type="text"
        inputMode="numeric"
        aria-label={texts.delay(name)}
        placeholder={String(defaultMs)}
        value={typed ?? delayMs ?? ''}
        onChange={event => setTyped(event.currentTarget.value.replaceAll(/\D/g, ''))}
        onBlur={event => typed !== undefined && commit(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Enter' && commit(event.currentTarget.value)}
        className="figures min-h-8 w-15 rounded border border-line-strong bg-surface px-2 text-right text-xs text-ink transition-colors placeholder:text-ink-muted hover:border-ink"
      />
      <span className="figures text-xs text-ink-muted">{texts.delayUnit}</span>
    </span>
  )
}

interface ReadOnlyImageListProps {
  /** Empty if they were uploaded on an earlier visit and are gone from the server. */
  readonly files: readonly ListedFile[]
  readonly state: ConversionState | undefined
}

/** Read-only list of the images while the job runs and afterwards. */
function ReadOnlyImageList({ files, state }: ReadOnlyImageListProps) {
  return (
    <FileListCard
      heading={fileListMessages.heading}
      figures={
        files.length > 0
          ? `${fileListMessages.count(files.length)} · ${formatBytes(totalBytesOf(files))}`
          : formatBytes(state?.originalSize ?? 0)
      }
      footer={files.length > maxShown ? gifMessages.images.others(files.length - maxShown) : undefined}
    >
      <ol>
        {files.length === 0 && state ? (
          <FileRow
            name={state.fileName}
            icon={<KindIcon kind="image" sizePx={24} />}
            status={<span className="figures">{formatBytes(state.originalSize)}</span>}
          />
        ) : null}
        {files.slice(0, maxShown).map(listed => (
          <FileRow
            key={listed.key}
            name={nameOf(listed)}
            icon={null}
            image={<ImageThumb listed={listed} />}
            status={<span className="figures">{formatBytes(listed.sizeBytes)}</span>}
          />
        ))}
      </ol>
    </FileListCard>
  )
}

/** Thumbnail for a list row; falls back to the file kind icon if the browser cannot decode the image. */
function ImageThumb({ listed }: { readonly listed: ListedFile }) {
  const url = useObjectUrl(localFileOf(listed), 0)
  const [brokenUrl, setBrokenUrl] = useState<string>()
  return (
    <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded bg-surface-sunken">
      {url !== undefined && url !== brokenUrl ? (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBrokenUrl(url)}
          className="checkerboard size-full object-cover"
        />
      ) : (
        <KindIcon kind="image" sizePx={24} />
      )}
    </span>
  )
}

const { video: videoTexts } = gifMessages

interface GifVideoCardProps {
  readonly source: GifSource
  readonly video: ListedFile
  /** Object URL; absent if it was uploaded on an earlier visit. */
  readonly url: string | undefined
  readonly isIdle: boolean
  /** The filmstrip. */
  readonly children?: ReactNode
  readonly onStartHere: (seconds: number) => void
  readonly onRetry: () => void
  readonly onChooseAnother: () => void
}

/** The selected video: player or server preview, upload progress, and the selected part. */
function GifVideoCard(props: GifVideoCardProps) {
  const { source, video: videoFile, url, isIdle, children, onStartHere, onRetry, onChooseAnother } = props
  const { details } = source.inspection
  const playerRef = useRef<HTMLVideoElement>(null)
  const name = nameOf(videoFile)
  const hasPlayer = url !== undefined && source.canPlay !== false
  const { lengthSeconds } = source
  return (
    <Panel className="flex flex-col overflow-hidden">
      <div className="ruler" aria-hidden="true" />
      {hasPlayer ? (
        <video
          key={url}
          ref={playerRef}
          src={url}
          controls
          muted
          playsInline
          preload="metadata"
          aria-label={videoTexts.player(name)}
          className="h-64 w-full bg-screen object-contain sm:h-80"
          onError={() => source.setProbe({ key: videoFile.key, canPlay: false })}
          // MediaRecorder files report an infinite duration; then the server's value is used.
          onLoadedMetadata={({ currentTarget: { duration, videoWidth: width, videoHeight: height } }) =>
            source.setProbe({
              key: videoFile.key,
              // Without a decoder for the video track the browser plays the audio only.
              canPlay: width > 0,
              lengthSeconds: Number.isFinite(duration) ? duration : undefined,
              size: width > 0 ? { width, height } : undefined,
            })
          }
        />
      ) : (
        <VideoPoster source={source} video={videoFile} url={url} />
      )}
      {details?.problem ? (
        <p role="alert" className="flex items-start gap-2 border-t border-line px-4 py-3 font-semibold">
          <Icon of={CircleAlert} className="mt-px text-warning" />
          {details.problem.message}
        </p>
      ) : null}
      {children}
      <div className="flex flex-col gap-2 border-t border-line p-4">
        <div>
          <p className="truncate font-semibold" title={name}>
            {name}
          </p>
          <p className="figures text-xs text-ink-muted">
            {[formatBytes(videoFile.sizeBytes), lengthSeconds === undefined ? '' : formatClock(lengthSeconds)]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <UploadSummary files={[videoFile]} />
        {videoFile.sending.phase === 'stopped' ? (
          <p className="text-danger">{videoFile.sending.reason}</p>
        ) : null}
        {isIdle ? (
          <div className="flex flex-wrap gap-2">
            {hasPlayer && lengthSeconds !== undefined ? (
              <Button onClick={() => onStartHere(playerRef.current?.currentTime ?? 0)}>
                <Icon of={Flag} sizePx={16} /> {videoTexts.startHere}
              </Button>
            ) : null}
            {videoFile.sending.phase === 'stopped' && videoFile.file ? (
              <Button onClick={onRetry}>
                <Icon of={RotateCcw} sizePx={16} /> {uploadMessages.retry}
              </Button>
            ) : null}
            <Button onClick={onChooseAnother}>{uploadMessages.chooseAnother}</Button>
          </div>
        ) : null}
      </div>
    </Panel>
  )
}

interface VideoPosterProps {
  readonly source: GifSource
  readonly video: ListedFile
  readonly url: string | undefined
}

/** Poster for a video the browser cannot play: the preview from the server, or the animated GIF itself. */
function VideoPoster({ source, video, url }: VideoPosterProps) {
  const name = nameOf(video)
  const isShown = source.isAnimatedImage && url !== undefined
  const imageUrl = isShown ? url : source.inspection.details?.previewUrl
  return (
    <div className="flex h-64 flex-col items-center justify-center gap-3 bg-paper p-4 text-center">
      <LoadedImage
        src={imageUrl ?? undefined}
        alt={videoTexts.player(name)}
        className="fade-in min-h-0 max-w-full flex-1 rounded object-contain"
        fallback={<FileIcon kind="video" label={extensionLabel(name)} />}
      />
      {isShown ? null : (
        <p className="text-xs text-ink-muted">
          {localFileOf(video) ? videoTexts.unplayable : videoTexts.earlier}
        </p>
      )}
    </div>
  )
}
