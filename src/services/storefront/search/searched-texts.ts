/** The store's first size in bytes, and its growth factor when it is full. */
const bytesAtFirst = 256 * 1024
const growth = 1.5

/** Room beyond the expected size, because texts differ. Unused room costs no memory. */
const reserve = 1.2

const lineBreak = 0x0a

/** The found products, by `seq`: 1 for each. The next search reuses the array. */
export type Marked = { marks: Uint8Array; total: number }

/**
 * The texts of the listed products in memory as one UTF-8 buffer, each by the `seq` of its product, so that one search
 * covers all of them. A text is the folded name, a tab, the folded description, and a line break. No word contains any
 * of both, and neither does a folded text. (Measured at 100,000 products: three quarters of the memory of
 * as many strings, and a rare word is found in a quarter of the time.) A changed text is written at the end. When more
 * bytes are unused than used, the texts move together.
 */
export class SearchedTexts {
  readonly #expectedTexts: number
  #bytes = Buffer.alloc(bytesAtFirst)
  #end = 0
  #wasted = 0
  #size = 0
  /** By place, which is the order in the buffer: the start of each text, and its product. */
  #starts: number[] = []
  #seqs: number[] = []
  /** Reused by every search: a new array for each search would fill the memory before it is collected. */
  #found = new Uint8Array()
  /** By `seq`: the place of its text. Undefined if there is none. */
  readonly #places: (number | undefined)[] = []

  /** `expectedTexts`: the number of texts added first, so that the buffer need not grow for them again and again. */
  constructor(expectedTexts: number) {
    this.#expectedTexts = expectedTexts
  }

  get size(): number {
    return this.#size
  }

  has(seq: number): boolean {
    return this.#places[seq] !== undefined
  }

  equals(seq: number, text: Uint8Array): boolean {
    const place = this.#places[seq]
    if (place === undefined) return false
    return this.#bytes.subarray(this.#startOf(place), this.#endOf(place)).equals(text)
  }

  /** Adds the texts of products that have none yet, one after the other in `texts`. */
  add(seqs: readonly number[], texts: Uint8Array): void {
    this.#makeRoom(seqs.length, texts.length)
    this.#bytes.set(texts, this.#end)
    for (const seq of seqs) {
      this.#places[seq] = this.#seqs.length
      this.#seqs.push(seq)
      this.#starts.push(this.#end)
      this.#end = this.#bytes.indexOf(lineBreak, this.#end) + 1
    }
    this.#size += seqs.length
  }

  delete(seq: number): void {
    const place = this.#places[seq]
    if (place === undefined) return
    this.#wasted += this.#endOf(place) - this.#startOf(place)
    this.#places[seq] = undefined
    this.#size--
  }

  keepOnly(seqs: Iterable<number>): void {
    const kept = new Set(seqs)
    for (const seq of this.#seqs) if (!kept.has(seq)) this.delete(seq)
  }

  /** Finds the texts that have every word. */
  match(words: readonly string[]): Marked {
    const marks = zeroed(this.#found, this.#places.length)
    this.#found = marks
    if (words.length === 0) {
      for (const seq of this.#places.keys()) marks[seq] = this.has(seq) ? 1 : 0
      return { marks, total: this.#size }
    }
    let total = 0
    words.forEach((word, wordsBefore) => {
      total = this.#countIn(marks, Buffer.from(word), wordsBefore)
    })
    if (words.length === 1) return { marks, total }
    for (let seq = 0; seq < marks.length; seq++) marks[seq] = marks[seq] === words.length ? 1 : 0
    return { marks, total }
  }

  /** Counts a word, by `seq`, in texts that contain all words before it. Returns the number of these texts. */
  #countIn(found: Uint8Array, word: Buffer, wordsBefore: number): number {
    const bytes = this.#bytes.subarray(0, this.#end)
    let [place, total] = [0, 0]
    for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, this.#endOf(place))) {
      while (this.#endOf(place) <= at) place++
      const seq = this.#seqs[place] ?? 0
      if (this.#places[seq] !== place || found[seq] !== wordsBefore) continue
      found[seq] = wordsBefore + 1
      total++
    }
    return total
  }

  #startOf(place: number): number {
    return this.#starts[place] ?? this.#end
  }

  #endOf(place: number): number {
    return this.#startOf(place + 1)
  }

  #makeRoom(texts: number, bytes: number): void {
    if (this.#wasted > this.#end / 2) this.#moveUp()
    const needed = this.#end + bytes
    if (needed <= this.#bytes.length) return
    const expected = (needed / (this.#starts.length + texts)) * this.#expectedTexts
    const larger = Buffer.alloc(Math.ceil(Math.max(needed * growth, expected * reserve)))
    this.#bytes.copy(larger, 0, 0, this.#end)
    this.#bytes = larger
  }

  /** Closes the gaps that deleted texts left. */
  #moveUp(): void {
    const [starts, seqs]: [number[], number[]] = [[], []]
    let end = 0
    this.#seqs.forEach((seq, place) => {
      if (this.#places[seq] !== place) return
      this.#bytes.copyWithin(end, this.#startOf(place), this.#endOf(place))
      this.#places[seq] = seqs.length
      starts.push(end)
      seqs.push(seq)
      end += this.#endOf(place) - this.#startOf(place)
    })
    this.#starts = starts
    this.#seqs = seqs
    this.#end = end
    this.#wasted = 0
  }
}

function zeroed(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  return bytes.length === length ? bytes.fill(0) : new Uint8Array(length)
}
