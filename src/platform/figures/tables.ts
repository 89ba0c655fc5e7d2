export type FigureTables = {
  figures: {
    name: string
    /** '' means no organisation. */
    organisation_id: string
    /** Epoch milliseconds at which the hour begins. */
    hour: number
    amount: number
  }
}
