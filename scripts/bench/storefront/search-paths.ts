import { shuffled, withSorts } from './product-paths.ts'
import { frequentWords, lotWord, mixed } from './product-texts.ts'

/** Searches of each class; each is asked in five sorts, on its first page and one in the middle. */
const wordsPerClass = 12

const letters = 'a e i n o r s t u w क र'.split(' ')

/** Products whose lots are searched for: those that every shop of the benchmark has. */
const lots = 10_000

type SearchClass = { word: (index: number) => string; middleOffset: number }

/** What customers type, and where the middle of what it finds is, about. */
const classes: SearchClass[] = [
  { word: (index) => lotWord(mixed(index, 401) % lots), middleOffset: 2 },
  { word: (index) => `nowhere${mixed(index, 402).toString(36)}`, middleOffset: 20 },
  { word: (index) => frequent(index), middleOffset: 3_000 },
  { word: (index) => `${frequent(index)} ${frequent(index + 1)}`, middleOffset: 180 },
  { word: (index) => letters[index % letters.length] ?? 'a', middleOffset: 40_000 },
]

/** The mix of searches, each another one, in no order. */
export function searchPaths(): string[] {
  const searches = classes.flatMap(({ word, middleOffset }) =>
    Array.from({ length: wordsPerClass }, (_, index) => encodeURIComponent(word(index))).flatMap(
      (text) => [0, middleOffset].flatMap((offset) => withSorts(`search=${text}&offset=${offset}`)),
    ),
  )
  return shuffled(searches)
}

function frequent(index: number): string {
  return frequentWords[index % frequentWords.length] ?? ''
}
