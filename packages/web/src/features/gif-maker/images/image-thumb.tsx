/** Thumbnail for a list row; falls back to the file kind icon if the browser cannot decode the image. */
import { useState } from 'react'
import type { ListedFile } from '../../../lib/file-list/listed-file.ts'
import { useObjectUrl } from '../../../lib/use-object-url.ts'
import { KindIcon } from '../../../ui/kind-icon.tsx'

export function ImageThumb({ listed }: { readonly listed: ListedFile }) {
  const url = useObjectUrl(listed.file, 0)
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
