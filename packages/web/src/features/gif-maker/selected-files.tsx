/** The selected files: a video with its filmstrip, or a sortable list of images with their delays. */
import { identityOf, type ListedFile, nameOf } from '../../lib/file-list/listed-file.ts'
import { UploadList } from '../../lib/file-list/upload-list.tsx'
import { acceptedFiles } from './accepted-files.ts'
import { DelayField } from './images/delay-field.tsx'
import { FirstImage } from './images/first-image.tsx'
import { defaultDelayMs } from './images/image-delays.ts'
import { ImageThumb } from './images/image-thumb.tsx'
import { ReadOnlyImageList } from './images/read-only-image-list.tsx'
import type { useGifMaker } from './use-gif-maker.ts'
import { Filmstrip } from './video/filmstrip.tsx'
import { GifVideoCard } from './video/gif-video-card.tsx'
import type { VideoPart } from './video/video-part.ts'
import type { VideoReader } from './video/video-reader.ts'

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
