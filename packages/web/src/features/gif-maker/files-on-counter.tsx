/** What lies on the counter: a film with its strip, or pictures in their order, each with its time. */
import { identityOf, type ListedFile, nameOf } from '../../lib/file-list/listed-file.ts'
import { UploadList } from '../../lib/file-list/upload-list.tsx'
import { acceptedFiles } from './accepted-files.ts'
import { FilmCard } from './film/film-card.tsx'
import type { FilmPart } from './film/film-part.ts'
import type { FilmReader } from './film/film-reader.ts'
import { Filmstrip } from './film/filmstrip.tsx'
import { DelayField } from './pictures/delay-field.tsx'
import { FirstPicture } from './pictures/first-picture.tsx'
import { usualDelayMs } from './pictures/picture-delays.ts'
import { PictureSheet } from './pictures/picture-sheet.tsx'
import { PictureThumb } from './pictures/picture-thumb.tsx'
import type { useGifMaker } from './use-gif-maker.ts'

interface FilesOnCounterProps {
  readonly maker: ReturnType<typeof useGifMaker>
  readonly filmUrl: string | undefined
  readonly reader: FilmReader | undefined
}

export function FilesOnCounter({ maker, filmUrl, reader }: FilesOnCounterProps) {
  const { list, source, settings, delays, view } = maker
  const isIdle = view.phase === 'idle'
  const { kind, first, lengthSeconds } = source
  const setPart = (part: Partial<FilmPart>) => maker.setSettings({ ...settings, ...part })

  if (kind === 'film' && first)
    return (
      <FilmCard
        source={source}
        film={first}
        url={filmUrl}
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
      </FilmCard>
    )

  if (view.phase !== 'idle') return <PictureSheet files={list.files} state={view.state} />

  const rowParts = (listed: ListedFile) => ({
    picture: <PictureThumb listed={listed} />,
    extra: (
      <DelayField
        name={nameOf(listed)}
        delayMs={delays[identityOf(listed)]}
        usualMs={usualDelayMs(settings.fps)}
        onChange={delayMs => maker.setDelay(listed, delayMs)}
      />
    ),
  })
  return (
    <UploadList
      list={list}
      accept={acceptedFiles}
      onPicked={maker.takeFiles}
      lead={first ? <FirstPicture source={source} picture={first} /> : null}
      rowParts={rowParts}
    />
  )
}
