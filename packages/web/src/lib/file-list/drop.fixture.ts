/** Test fixtures: dropped files and folders as FileSystem entries. */

const batchSize = 100

type FakeEntry = Partial<FileSystemFileEntry & FileSystemDirectoryEntry> & { readonly fullPath: string }

export function fakeFile(fullPath: string, { isLocked = false, content = 'x', type = '' } = {}): FakeEntry {
  const name = fullPath.split('/').at(-1) ?? ''
  return {
    isFile: true,
    isDirectory: false,
    name,
    fullPath,
    file(resolve, reject) {
      if (isLocked) reject?.(new DOMException('locked', 'NotReadableError'))
      else resolve(new File([content], name, { type, lastModified: 1 }))
    },
  }
}

/** Returns its children in batches, as browsers do. */
export function fakeFolder(fullPath: string, children: readonly FakeEntry[]): FakeEntry {
  return {
    isFile: false,
    isDirectory: true,
    name: fullPath.split('/').at(-1) ?? '',
    fullPath,
    createReader() {
      const rest = [...children]
      return { readEntries: resolve => resolve(rest.splice(0, batchSize) as FileSystemEntry[]) }
    },
  }
}

export function fakeTransfer(...entries: readonly FakeEntry[]): DataTransfer {
  return {
    types: ['Files'],
    // Browsers list folders here as files that cannot be read.
    files: entries.map(({ name = '' }) => new File([], name)),
    items: entries.map(entry => ({ kind: 'file', webkitGetAsEntry: () => entry })),
  } as unknown as DataTransfer
}
