import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** One import. `to` is a file's path from `src`, or a package's name when the import is not `local`; `lazy`: not before it is called. */
export type Edge = { from: string; to: string; local: boolean; typeOnly: boolean; lazy: boolean }

// Statements begin a line, as the formatter leaves them, so that prose and comments are not taken for imports.
const statement = /^(?:import|export)\b(\s+type\b)?[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/gm
const sideEffect = /^import\s*['"]([^'"]+)['"]/gm
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]/g

/** Every TypeScript file below `src` with its text, by its path from there. */
export function readSources(src: string): Map<string, string> {
  const files = [...new Bun.Glob('**/*.{ts,tsx}').scanSync({ cwd: src })]
  return new Map(
    files
      .toSorted()
      .map((file) => [file.replaceAll('\\', '/'), readFileSync(join(src, file), 'utf8')]),
  )
}

export function importsOf(sources: ReadonlyMap<string, string>): Edge[] {
  return [...sources].flatMap(([file, text]) => [
    ...[...text.matchAll(statement)].map((found) => edge(file, found[2], found[1] !== undefined)),
    ...[...text.matchAll(sideEffect)].map((found) => edge(file, found[1], false)),
    ...[...text.matchAll(dynamic)].map((found) => edge(file, found[1], false, true)),
  ])
}

function edge(from: string, specifier: string | undefined, typeOnly: boolean, lazy = false): Edge {
  const path = specifier ?? ''
  return { from, to: resolveFrom(from, path), local: path.startsWith('.'), typeOnly, lazy }
}

export function resolveFrom(file: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : specifier
}

/**
 * Folders that reach each other by imports, types too, in groups. Between a folder and one inside it imports may go both
 * ways: what a room shares lies beside its doors.
 */
export function foldersInCircles(edges: readonly Edge[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const { from, to, local } of edges) {
    const [importer, imported] = [posix.dirname(from), posix.dirname(to)]
    if (!local || isWithin(importer, imported) || isWithin(imported, importer)) continue
    next.set(importer, (next.get(importer) ?? new Set()).add(imported))
  }
  const reached = new Map([...next.keys()].map((folder) => [folder, reachedFrom(folder, next)]))
  const circleOf = (folder: string) =>
    [...reached.keys()].filter(
      (other) =>
        reached.get(folder)?.has(other) === true && reached.get(other)?.has(folder) === true,
    )
  const circles = [...reached.keys()].map(circleOf).filter((circle) => circle.length > 0)
  return [
    ...new Map(circles.map((circle) => [circle.toSorted().join(), circle.toSorted()])).values(),
  ]
}

function isWithin(folder: string, other: string): boolean {
  return folder === other || other === '.' || folder.startsWith(`${other}/`)
}

function reachedFrom(folder: string, next: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set(next.get(folder))
  for (const other of reached) for (const further of next.get(other) ?? []) reached.add(further)
  return reached
}

/** Those files, and all that is loaded with them at once. */
export function loadedWith(edges: readonly Edge[], files: readonly string[]): Set<string> {
  const reached = new Set(files)
  for (const file of reached) {
    for (const { from, to, local, typeOnly, lazy } of edges) {
      if (from === file && local && !typeOnly && !lazy) reached.add(to)
    }
  }
  return reached
}
