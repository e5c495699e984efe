/** For tests: files and folders as a browser gives them when they are dropped. */

const portionSize = 100

type FakeEntry = Partial<FileSystemFileEntry & FileSystemDirectoryEntry> & { readonly fullPath: string }

export function fakeFile(fullPath: string, { isLocked = false, content = 'x', type = '' } = {}): FakeEntry {
  const name = fullPath.split('/').at(-1) ?? ''
  return {
    isFile: true,
    isDirectory: false,
    name,
    fullPath,
    file(give, fail) {
      if (isLocked) fail?.(new DOMException('locked', 'NotReadableError'))
      else give(new File([content], name, { type, lastModified: 1 }))
    },
  }
}

/** Gives its children in portions, as browsers do. */
export function fakeFolder(fullPath: string, children: readonly FakeEntry[]): FakeEntry {
  return {
    isFile: false,
    isDirectory: true,
    name: fullPath.split('/').at(-1) ?? '',
    fullPath,
    createReader() {
      const rest = [...children]
      return { readEntries: give => give(rest.splice(0, portionSize) as FileSystemEntry[]) }
    },
  }
}

export function fakeTransfer(...entries: readonly FakeEntry[]): DataTransfer {
  return {
    types: ['Files'],
    // What browsers list there for a folder is no file that could be read.
    files: entries.map(({ name = '' }) => new File([], name)),
    items: entries.map(entry => ({ kind: 'file', webkitGetAsEntry: () => entry })),
  } as unknown as DataTransfer
}
