CREATE TABLE `reading_habits` (
	`gstin` text NOT NULL,
	`key` text NOT NULL,
	`habit` text NOT NULL,
	`learnt_at` integer NOT NULL,
	PRIMARY KEY(`gstin`, `key`)
);
--> statement-breakpoint
CREATE TABLE `reading_phrases` (
	`scan_id` text PRIMARY KEY NOT NULL,
	`phrases` text NOT NULL,
	FOREIGN KEY (`scan_id`) REFERENCES `scans`(`id`) ON UPDATE no action ON DELETE cascade
);
