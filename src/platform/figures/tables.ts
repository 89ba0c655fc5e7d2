export type FigureTables = {
  figures: {
    name: string
    /** '' stands for what belongs to no organisation. */
    organisation_id: string
    /** Epoch milliseconds at which the hour begins. */
    hour: number
    amount: number
  }
}
