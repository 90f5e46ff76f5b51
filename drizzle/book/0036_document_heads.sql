CREATE TABLE `document_heads` (
	`scan_id` text NOT NULL,
	`rules_since` integer NOT NULL,
	`rules_until` integer NOT NULL,
	`state` text NOT NULL,
	`seller` text,
	`is_mapped` integer NOT NULL,
	`number` text,
	`day` text,
	`total` integer,
	`called` text NOT NULL,
	PRIMARY KEY(`scan_id`, `rules_since`),
	FOREIGN KEY (`scan_id`) REFERENCES `scans`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `document_heads_read` ON `document_heads` (`rules_since`) WHERE state = 'read';--> statement-breakpoint
DROP TABLE `scan_facts`;