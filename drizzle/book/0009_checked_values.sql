ALTER TABLE `scans` ADD `held` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `scans` ADD `confirmed` text;--> statement-breakpoint
CREATE INDEX `scans_held` ON `scans` (`id`) WHERE held = 1;