import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** One import. `to` is a file's path from `src`, or a package's name when the import is not `local`. */
export type Edge = { from: string; to: string; local: boolean; typeOnly: boolean }

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
    ...[...text.matchAll(dynamic)].map((found) => edge(file, found[1], false)),
  ])
}

function edge(from: string, specifier: string | undefined, typeOnly: boolean): Edge {
  const path = specifier ?? ''
  return { from, to: resolveFrom(from, path), local: path.startsWith('.'), typeOnly }
}

export function resolveFrom(file: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : specifier
}
